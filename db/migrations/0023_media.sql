CREATE TABLE "media" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"alt" text DEFAULT '' NOT NULL,
	"is_decorative" boolean DEFAULT false NOT NULL,
	"credit" text DEFAULT '' NOT NULL,
	"focal_x" real DEFAULT 0.5 NOT NULL,
	"focal_y" real DEFAULT 0.5 NOT NULL,
	"file_id" uuid NOT NULL,
	"import_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "media_id_known" CHECK ("media"."id" ~ '^[a-z2-7]{12}$'),
	CONSTRAINT "media_focal_inside" CHECK ("media"."focal_x" between 0 and 1 and "media"."focal_y" between 0 and 1)
);
--> statement-breakpoint
ALTER TABLE "media" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "media_files" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"media_id" text NOT NULL,
	"sha256" text NOT NULL,
	"mime" text DEFAULT '' NOT NULL,
	"bytes" integer NOT NULL,
	"width" integer DEFAULT 0 NOT NULL,
	"height" integer DEFAULT 0 NOT NULL,
	"frames" integer DEFAULT 1 NOT NULL,
	"color" text DEFAULT '' NOT NULL,
	"original_key" text NOT NULL,
	"variants" json DEFAULT '[]'::json NOT NULL,
	"state" text DEFAULT 'new' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"replaced_at" timestamp with time zone,
	CONSTRAINT "media_files_state_known" CHECK ("media_files"."state" in ('new', 'ready', 'refused'))
);
--> statement-breakpoint
ALTER TABLE "media_files" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "media_uses" (
	"media_id" text NOT NULL,
	"kind" text NOT NULL,
	"record_key" text NOT NULL,
	"field" text NOT NULL,
	CONSTRAINT "media_uses_media_id_kind_record_key_field_pk" PRIMARY KEY("media_id","kind","record_key","field")
);
--> statement-breakpoint
ALTER TABLE "media_uses" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "media_files" ADD CONSTRAINT "media_files_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "media_newest" ON "media" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "media_files_of_picture" ON "media_files" USING btree ("media_id");--> statement-breakpoint
CREATE INDEX "media_files_sha256" ON "media_files" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "media_uses_of_record" ON "media_uses" USING btree ("kind","record_key");--> statement-breakpoint
CREATE POLICY "visitors see pictures that are not deleted" ON "media" AS PERMISSIVE FOR SELECT TO public USING ("media"."deleted_at" is null);--> statement-breakpoint
CREATE POLICY "visitors see files of pictures that are not deleted" ON "media_files" AS PERMISSIVE FOR SELECT TO public USING (exists (select from media where media.id = "media_files"."media_id" and media.deleted_at is null));--> statement-breakpoint
CREATE TRIGGER count_version BEFORE UPDATE ON media FOR EACH ROW EXECUTE FUNCTION count_version();
--> statement-breakpoint
-- A write of a picture is told where a page may show it: one that nothing names changes no page.
CREATE TRIGGER tell_content_inserted AFTER INSERT ON media REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_content_changed('SELECT FROM changed WHERE deleted_at IS NULL AND EXISTS (SELECT FROM public.media_uses WHERE media_id = changed.id)');
--> statement-breakpoint
CREATE TRIGGER tell_content_updated AFTER UPDATE ON media REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_content_changed('SELECT FROM (TABLE before UNION ALL TABLE changed) AS touched WHERE deleted_at IS NULL AND EXISTS (SELECT FROM public.media_uses WHERE media_id = touched.id)');
--> statement-breakpoint
CREATE TRIGGER tell_content_deleted AFTER DELETE ON media REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_content_changed('SELECT FROM changed WHERE deleted_at IS NULL AND EXISTS (SELECT FROM public.media_uses WHERE media_id = changed.id)');
--> statement-breakpoint
CREATE TRIGGER tell_content_truncated AFTER TRUNCATE ON media FOR EACH STATEMENT EXECUTE FUNCTION tell_content_changed();
--> statement-breakpoint
-- Of a file, pages show its variants.
CREATE TRIGGER tell_content_updated AFTER UPDATE ON media_files REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_content_changed('SELECT FROM before JOIN changed USING (id) WHERE (before.variants::text, before.width, before.height, before.color) IS DISTINCT FROM (changed.variants::text, changed.width, changed.height, changed.color) AND EXISTS (SELECT FROM public.media_uses WHERE media_uses.media_id = changed.media_id)');
--> statement-breakpoint
-- A file and the job that makes its variants are one transaction, as a mail and its job are. Pictures have a queue of
-- their own, in which one is made after the other.
CREATE FUNCTION queue_picture() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  PERFORM graphile_worker.add_job('make_picture', json_build_object('id', NEW.id), queue_name := 'pictures', job_key := 'picture:' || NEW.id, max_attempts := 5);
  RETURN NULL;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION queue_picture() FROM PUBLIC;
--> statement-breakpoint
CREATE TRIGGER queue_picture AFTER INSERT OR UPDATE OF state ON media_files FOR EACH ROW WHEN (NEW.state = 'new') EXECUTE FUNCTION queue_picture();
--> statement-breakpoint
-- The arguments are the kind and the column that names the record.
CREATE FUNCTION note_media_uses() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM media_uses WHERE kind = TG_ARGV[0] AND record_key = to_jsonb(OLD) ->> TG_ARGV[1];
  END IF;
  IF TG_OP <> 'DELETE' AND NEW::text LIKE '%/media/%' THEN
    INSERT INTO media_uses (media_id, kind, record_key, field)
    SELECT DISTINCT hit[1], TG_ARGV[0], to_jsonb(NEW) ->> TG_ARGV[1], fields.key
    FROM jsonb_each_text(to_jsonb(NEW)) AS fields, regexp_matches(fields.value, '/media/([a-z2-7]{12})(?![a-z0-9])', 'g') AS hit
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
DO $$
DECLARE
  content record;
BEGIN
  FOR content IN SELECT * FROM (VALUES
    ('blog_posts', 'blog-posts', 'id'),
    ('case_studies', 'case-studies', 'id'),
    ('industries', 'industries', 'id'),
    ('website_content', 'website-content', 'id'),
    ('page_seo', 'page-seo', 'page_name'),
    ('website_settings', 'settings', 'setting_key')
  ) AS tables (name, kind, key)
  LOOP
    EXECUTE format('CREATE TRIGGER note_media_uses AFTER INSERT OR UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION note_media_uses(%L, %L)', content.name, content.kind, content.key);
    EXECUTE format('INSERT INTO media_uses (media_id, kind, record_key, field) SELECT DISTINCT hit[1], %L, to_jsonb(record) ->> %L, fields.key FROM %I AS record, jsonb_each_text(to_jsonb(record)) AS fields, regexp_matches(fields.value, ''/media/([a-z2-7]{12})(?![a-z0-9])'', ''g'') AS hit', content.kind, content.key, content.name);
  END LOOP;
END $$;
