CREATE TABLE "landing_pages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"title" text NOT NULL,
	"slug" text NOT NULL,
	"meta_title" text DEFAULT '' NOT NULL,
	"meta_description" text DEFAULT '' NOT NULL,
	"meta_keywords" text DEFAULT '' NOT NULL,
	"is_indexable" boolean DEFAULT true NOT NULL,
	"is_followable" boolean DEFAULT true NOT NULL,
	"canonical_url" text DEFAULT '' NOT NULL,
	"share_image" text DEFAULT '' NOT NULL,
	"published" boolean DEFAULT true NOT NULL,
	"was_published" boolean DEFAULT false NOT NULL,
	"service" text DEFAULT '' NOT NULL,
	"area" text DEFAULT '' NOT NULL,
	"sections" json DEFAULT '[]'::json NOT NULL,
	"menu_label" text DEFAULT '' NOT NULL,
	"in_header" boolean DEFAULT false NOT NULL,
	"in_footer" boolean DEFAULT false NOT NULL,
	"in_sitemap" boolean DEFAULT true NOT NULL,
	"in_related" boolean DEFAULT true NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "landing_pages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "drafts" DROP CONSTRAINT "drafts_kind_known";--> statement-breakpoint
CREATE UNIQUE INDEX "landing_pages_slug_unique" ON "landing_pages" USING btree ("slug") WHERE "landing_pages"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "landing_pages_newest" ON "landing_pages" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "landing_pages_in_menus" ON "landing_pages" USING btree ("sort","id") WHERE ("landing_pages"."in_header" or "landing_pages"."in_footer") and "landing_pages"."published" and "landing_pages"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "landing_pages_of_service" ON "landing_pages" USING btree ("service","sort","id") WHERE "landing_pages"."deleted_at" is null;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_kind_known" CHECK ("drafts"."kind" in ('blog-post', 'case-study', 'landing-page', 'website-content', 'page-seo', 'settings', 'industry', 'redirect', 'media'));--> statement-breakpoint
CREATE POLICY "visitors read published landing pages" ON "landing_pages" AS PERMISSIVE FOR SELECT TO public USING ("landing_pages"."published" and "landing_pages"."deleted_at" is null);--> statement-breakpoint
CREATE TRIGGER count_version BEFORE UPDATE ON landing_pages FOR EACH ROW EXECUTE FUNCTION count_version();--> statement-breakpoint
CREATE TRIGGER remember_published BEFORE INSERT OR UPDATE ON landing_pages FOR EACH ROW WHEN (NEW.published) EXECUTE FUNCTION remember_published();--> statement-breakpoint
CREATE TRIGGER remember_slug AFTER INSERT OR UPDATE OF slug, published, deleted_at ON landing_pages FOR EACH ROW WHEN (NEW.was_published) EXECUTE FUNCTION remember_slug('landing-page', '/');--> statement-breakpoint
CREATE TRIGGER remember_revision AFTER INSERT OR UPDATE OR DELETE ON landing_pages FOR EACH ROW EXECUTE FUNCTION remember_revision('landing-pages', 'id', 'version,updated_at,was_published');--> statement-breakpoint
CREATE TRIGGER note_media_uses AFTER INSERT OR UPDATE OR DELETE ON landing_pages FOR EACH ROW EXECUTE FUNCTION note_media_uses('landing-pages', 'id');--> statement-breakpoint
-- Clears the page cache if visitors can see the changed row.
CREATE TRIGGER tell_content_inserted AFTER INSERT ON landing_pages REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_content_changed('SELECT FROM changed WHERE published AND deleted_at IS NULL');--> statement-breakpoint
CREATE TRIGGER tell_content_updated AFTER UPDATE ON landing_pages REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_content_changed('SELECT FROM (TABLE before UNION ALL TABLE changed) AS touched WHERE published AND deleted_at IS NULL');--> statement-breakpoint
CREATE TRIGGER tell_content_deleted AFTER DELETE ON landing_pages REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_content_changed('SELECT FROM changed WHERE published AND deleted_at IS NULL');--> statement-breakpoint
CREATE TRIGGER tell_content_truncated AFTER TRUNCATE ON landing_pages FOR EACH STATEMENT EXECUTE FUNCTION tell_content_changed();
