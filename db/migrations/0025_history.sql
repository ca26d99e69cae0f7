CREATE TABLE "revisions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"record_key" text NOT NULL,
	"op" text NOT NULL,
	"row" json NOT NULL,
	"changed" text[],
	"reason" text DEFAULT '' NOT NULL,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "revisions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "revisions_of_record" ON "revisions" USING btree ("kind","record_key","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "revisions_by_time" ON "revisions" USING btree ("at" DESC NULLS FIRST,"id");
--> statement-breakpoint
-- The arguments: the kind, the columns that name the record, and columns whose change is none of the owner's.
CREATE FUNCTION remember_revision() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
DECLARE
  written record;
  record_key text;
  columns text[];
BEGIN
  -- A backup that is restored brings its history.
  IF current_setting('app.history', true) = 'off' THEN RETURN NULL; END IF;
  IF TG_OP = 'DELETE' THEN written := OLD; ELSE written := NEW; END IF;
  IF TG_OP = 'UPDATE' THEN
    SELECT array_agg(after.key ORDER BY after.key) INTO columns
      FROM jsonb_each(to_jsonb(NEW)) AS after JOIN jsonb_each(to_jsonb(OLD)) AS before USING (key)
      WHERE after.value IS DISTINCT FROM before.value AND after.key <> ALL (string_to_array(TG_ARGV[2], ','));
    IF columns IS NULL THEN RETURN NULL; END IF;
  END IF;
  SELECT string_agg(to_jsonb(written) ->> name, chr(31) ORDER BY place) INTO record_key
    FROM unnest(string_to_array(TG_ARGV[1], ',')) WITH ORDINALITY AS named (name, place);
  INSERT INTO revisions (kind, record_key, op, row, changed, reason)
    VALUES (TG_ARGV[0], record_key, lower(TG_OP), row_to_json(written), columns, coalesce(current_setting('app.reason', true), ''));
  RETURN NULL;
END $$;
--> statement-breakpoint
DO $$
DECLARE
  content record;
BEGIN
  FOR content IN SELECT * FROM (VALUES
    ('blog_posts', 'blog-posts', 'id', ',was_published'),
    -- An industry's name is a copy: its rename is one change, not one of each study.
    ('case_studies', 'case-studies', 'id', ',was_published,industry'),
    ('industries', 'industries', 'id', ''),
    ('website_content', 'website-content', 'page_name,section_name,content_key', ''),
    ('page_seo', 'page-seo', 'page_name', ''),
    ('website_settings', 'settings', 'setting_key', ''),
    ('media', 'media', 'id', ''),
    ('redirects', 'redirects', 'id', '')
  ) AS tables (name, kind, key, ignored)
  LOOP
    EXECUTE format('CREATE TRIGGER remember_revision AFTER INSERT OR UPDATE%s OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION remember_revision(%L, %L, %L)',
      -- To count a visit is no change.
      CASE content.name WHEN 'redirects' THEN ' OF from_path, to_path' ELSE '' END, content.name, content.kind, content.key, 'version,updated_at' || content.ignored);
    EXECUTE format('INSERT INTO revisions (kind, record_key, op, row, at) SELECT %L, %s, ''known'', row_to_json(record), coalesce(updated_at, now()) FROM %I AS record',
      content.kind, (SELECT string_agg(format('%I::text', name), ' || chr(31) || ' ORDER BY place) FROM unnest(string_to_array(content.key, ',')) WITH ORDINALITY AS named (name, place)), content.name);
  END LOOP;
END $$;
