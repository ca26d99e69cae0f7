-- A write is told where it concerns rows that visitors can read, before it or after it: those that the tables' policies
-- let them read. A statement that touches no such row tells nothing, such as the hourly tidying up, the save of a draft
-- or the count of a redirect's visits.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['case_studies', 'industries', 'blog_posts', 'website_content', 'page_seo', 'website_settings', 'redirects'] LOOP
    EXECUTE format('DROP TRIGGER tell_content_changed ON %I', name);
  END LOOP;
END $$;
--> statement-breakpoint
-- The argument is a query of the rows that count; without one everything does.
CREATE OR REPLACE FUNCTION tell_content_changed() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
DECLARE
  is_seen boolean := true;
BEGIN
  IF TG_NARGS > 0 THEN
    EXECUTE format('SELECT EXISTS (%s)', TG_ARGV[0]) INTO is_seen;
  END IF;
  IF is_seen THEN
    PERFORM pg_notify('content_changed', TG_TABLE_NAME);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
DO $$
DECLARE
  content record;
  one text;
  either text;
BEGIN
  FOR content IN SELECT * FROM (VALUES
    ('case_studies', 'published AND deleted_at IS NULL', NULL),
    ('blog_posts', 'published AND deleted_at IS NULL', NULL),
    ('industries', 'deleted_at IS NULL', NULL),
    ('website_content', 'deleted_at IS NULL', NULL),
    ('page_seo', 'true', NULL),
    ('website_settings', 'true', NULL),
    ('redirects', 'true', 'SELECT FROM before JOIN changed USING (id) WHERE (before.from_path, before.to_path) IS DISTINCT FROM (changed.from_path, changed.to_path)')
  ) AS tables (name, is_seen, update_counts)
  LOOP
    one := format('SELECT FROM changed WHERE %s', content.is_seen);
    either := coalesce(content.update_counts, format('SELECT FROM (TABLE before UNION ALL TABLE changed) AS touched WHERE %s', content.is_seen));
    EXECUTE format('CREATE TRIGGER tell_content_inserted AFTER INSERT ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_content_changed(%L)', content.name, one);
    EXECUTE format('CREATE TRIGGER tell_content_updated AFTER UPDATE ON %I REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_content_changed(%L)', content.name, either);
    EXECUTE format('CREATE TRIGGER tell_content_deleted AFTER DELETE ON %I REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_content_changed(%L)', content.name, one);
    EXECUTE format('CREATE TRIGGER tell_content_truncated AFTER TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION tell_content_changed()', content.name);
  END LOOP;
END $$;
