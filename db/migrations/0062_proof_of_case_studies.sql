ALTER TABLE "case_studies" ADD COLUMN "figure" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "case_studies" ADD COLUMN "monthly" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "case_studies" ADD COLUMN "source" text DEFAULT '' NOT NULL;