CREATE TABLE "ticked_steps" (
	"step" text PRIMARY KEY NOT NULL,
	"ticked_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ticked_steps" ENABLE ROW LEVEL SECURITY;