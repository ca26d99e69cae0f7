CREATE TABLE "missing_paths" (
	"path" text PRIMARY KEY NOT NULL,
	"hits" integer DEFAULT 0 NOT NULL,
	"referrers" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"first_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "missing_paths" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "redirects" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"from_path" text NOT NULL,
	"to_path" text,
	"source" text DEFAULT 'owner' NOT NULL,
	"hits" integer DEFAULT 0 NOT NULL,
	"last_hit_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "redirects_from_path_unique" UNIQUE("from_path"),
	CONSTRAINT "redirects_source_known" CHECK ("redirects"."source" in ('rename', 'delete', 'owner'))
);
--> statement-breakpoint
ALTER TABLE "redirects" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "website_content" DROP CONSTRAINT "website_content_address_unique";--> statement-breakpoint
ALTER TABLE "website_settings" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "website_content" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "missing_paths_most" ON "missing_paths" USING btree ("hits" DESC NULLS FIRST,"path");--> statement-breakpoint
CREATE INDEX "missing_paths_latest" ON "missing_paths" USING btree ("last_seen_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "redirects_to_path" ON "redirects" USING btree ("to_path");--> statement-breakpoint
CREATE INDEX "redirects_newest" ON "redirects" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "enquiries_status_newest" ON "enquiries" USING btree ("status","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "enquiries_email" ON "enquiries" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "subscribers_newest" ON "subscribers" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE UNIQUE INDEX "website_content_address_unique" ON "website_content" USING btree ("page_name","section_name","content_key") WHERE "website_content"."deleted_at" is null;--> statement-breakpoint
CREATE POLICY "visitors follow redirects" ON "redirects" AS PERMISSIVE FOR SELECT TO public USING (true);--> statement-breakpoint
ALTER POLICY "visitors read website content" ON "website_content" TO public USING ("website_content"."deleted_at" is null);--> statement-breakpoint
CREATE TRIGGER count_version BEFORE UPDATE ON website_settings FOR EACH ROW EXECUTE FUNCTION count_version();
--> statement-breakpoint
-- Counting a hit is no change of the redirect.
CREATE TRIGGER count_version BEFORE UPDATE OF from_path, to_path ON redirects FOR EACH ROW EXECUTE FUNCTION count_version();
--> statement-breakpoint
-- Whatever changes what a visitor may read tells every process, which forgets its finished pages.
CREATE FUNCTION tell_content_changed() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  PERFORM pg_notify('content_changed', TG_TABLE_NAME);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tell_content_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON case_studies FOR EACH STATEMENT EXECUTE FUNCTION tell_content_changed();
--> statement-breakpoint
CREATE TRIGGER tell_content_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON industries FOR EACH STATEMENT EXECUTE FUNCTION tell_content_changed();
--> statement-breakpoint
CREATE TRIGGER tell_content_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON blog_posts FOR EACH STATEMENT EXECUTE FUNCTION tell_content_changed();
--> statement-breakpoint
CREATE TRIGGER tell_content_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON website_content FOR EACH STATEMENT EXECUTE FUNCTION tell_content_changed();
--> statement-breakpoint
CREATE TRIGGER tell_content_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON page_seo FOR EACH STATEMENT EXECUTE FUNCTION tell_content_changed();
--> statement-breakpoint
CREATE TRIGGER tell_content_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON website_settings FOR EACH STATEMENT EXECUTE FUNCTION tell_content_changed();
--> statement-breakpoint
CREATE TRIGGER tell_content_changed AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF from_path, to_path ON redirects FOR EACH STATEMENT EXECUTE FUNCTION tell_content_changed();
