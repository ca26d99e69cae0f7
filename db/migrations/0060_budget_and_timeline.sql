ALTER TABLE "enquiries" ADD COLUMN "budget" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "enquiries" ADD COLUMN "timeline" text DEFAULT '' NOT NULL;