ALTER TABLE "blog_posts" ADD COLUMN "is_indexable" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "blog_posts" ADD COLUMN "is_followable" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "blog_posts" ADD COLUMN "canonical_url" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "blog_posts" ADD COLUMN "share_image" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "blog_posts" ADD COLUMN "featured" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "case_studies" ADD COLUMN "is_indexable" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "case_studies" ADD COLUMN "is_followable" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "case_studies" ADD COLUMN "canonical_url" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "case_studies" ADD COLUMN "share_image" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "case_studies" ADD COLUMN "featured" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "page_seo" ADD COLUMN "canonical_url" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "blog_posts_pinned_first" ON "blog_posts" USING btree ("featured" DESC NULLS FIRST,"created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "case_studies_pinned_first" ON "case_studies" USING btree ("featured" DESC NULLS FIRST,"created_at" DESC NULLS FIRST,"id");