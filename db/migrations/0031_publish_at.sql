ALTER TABLE "change_sets" ADD COLUMN "publish_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "change_sets" ADD COLUMN "problem" text DEFAULT '' NOT NULL;