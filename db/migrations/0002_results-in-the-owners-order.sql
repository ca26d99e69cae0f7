ALTER TABLE "case_studies" ALTER COLUMN "results" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "case_studies" ALTER COLUMN "results" SET DEFAULT '{}'::json;