CREATE TABLE "known_browsers" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "known_browsers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"event" text NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"browser" text DEFAULT '' NOT NULL,
	"network" text DEFAULT '' NOT NULL,
	"session" text,
	"times" integer DEFAULT 1 NOT NULL,
	"hour" timestamp with time zone,
	"happened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_log" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD COLUMN "browser" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD COLUMN "network" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "audit_log_newest" ON "audit_log" USING btree ("last_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE UNIQUE INDEX "audit_log_counted" ON "audit_log" USING btree ("event","hour","network");