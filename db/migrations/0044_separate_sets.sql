ALTER TABLE "drafts" DROP CONSTRAINT "drafts_kind_known";--> statement-breakpoint
ALTER TABLE "change_items" ADD COLUMN "saved_by" uuid;--> statement-breakpoint
ALTER TABLE "change_sets" ADD COLUMN "separate" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_kind_known" CHECK ("drafts"."kind" in ('blog-post', 'case-study', 'website-content', 'page-seo', 'settings', 'industry', 'redirect', 'media'));