CREATE TABLE "secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "secrets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "worker_pulse" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "worker_pulse_one_row" CHECK ("worker_pulse"."only")
);
--> statement-breakpoint
ALTER TABLE "worker_pulse" ENABLE ROW LEVEL SECURITY;