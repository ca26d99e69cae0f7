ALTER TABLE "drafts" DROP CONSTRAINT "drafts_kind_known";--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "record_name" text;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_kind_known" CHECK ("drafts"."kind" in ('blog-post', 'case-study', 'website-content', 'page-seo'));