ALTER TABLE "change_sets" ADD COLUMN "take_back_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "change_sets" ADD COLUMN "scheduled_by" text;