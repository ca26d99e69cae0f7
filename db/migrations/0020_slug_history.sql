CREATE TABLE "slug_history" (
	"kind" text NOT NULL,
	"slug" text NOT NULL,
	"record_id" uuid NOT NULL,
	"is_gone" boolean DEFAULT false NOT NULL,
	"hits" integer DEFAULT 0 NOT NULL,
	"last_hit_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "slug_history_kind_slug_pk" PRIMARY KEY("kind","slug")
);--> statement-breakpoint
ALTER TABLE "slug_history" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "redirects" DROP CONSTRAINT "redirects_source_known";--> statement-breakpoint
CREATE INDEX "slug_history_of_record" ON "slug_history" USING btree ("record_id");--> statement-breakpoint
CREATE POLICY "visitors follow slugs that changed" ON "slug_history" AS PERMISSIVE FOR SELECT TO public USING (true);--> statement-breakpoint
-- Slugs that saves have turned into redirects so far become history, where the redirect still says what the record does:
-- it leads to where the record is, or says that it is gone. All other redirects stay, as the owner's.
INSERT INTO slug_history (kind, slug, record_id, is_gone, hits, last_hit_at, created_at, updated_at)
SELECT kinds.kind, substr(old.from_path, length(kinds.path) + 1), old.record_id,
  kinds.kind <> 'industry' AND (records.id IS NULL OR records.deleted_at IS NOT NULL),
  old.hits, old.last_hit_at, old.created_at, old.updated_at
FROM redirects AS old
JOIN (VALUES ('blog-post', '/blog/'), ('case-study', '/case-studies/'), ('industry', '/case-studies?industry=')) AS kinds (kind, path)
  ON starts_with(old.from_path, kinds.path)
LEFT JOIN (
  SELECT 'blog-post' AS kind, id, '/blog/' || slug AS path, deleted_at FROM blog_posts
  UNION ALL SELECT 'case-study', id, '/case-studies/' || slug, deleted_at FROM case_studies
  UNION ALL SELECT 'industry', id, NULL, deleted_at FROM industries
) AS records ON records.kind = kinds.kind AND records.id = old.record_id
WHERE old.source <> 'owner' AND old.record_id IS NOT NULL AND CASE kinds.kind
  WHEN 'industry' THEN records.id IS NOT NULL
  ELSE old.to_path IS NULL OR old.to_path = records.path OR records.id IS NULL AND EXISTS (
    SELECT FROM redirects AS gone WHERE gone.from_path = old.to_path AND gone.to_path IS NULL AND gone.record_id = old.record_id)
  END;--> statement-breakpoint
DELETE FROM redirects USING slug_history, (VALUES ('blog-post', '/blog/'), ('case-study', '/case-studies/'), ('industry', '/case-studies?industry=')) AS kinds (kind, path)
WHERE source <> 'owner' AND redirects.record_id = slug_history.record_id
  AND slug_history.kind = kinds.kind AND redirects.from_path = kinds.path || slug_history.slug;--> statement-breakpoint
-- The present slugs of records that visitors know, which the triggers keep from here on.
INSERT INTO slug_history (kind, slug, record_id)
SELECT kind, slug, id FROM (
  SELECT 'blog-post' AS kind, slug, id, published FROM blog_posts WHERE was_published AND deleted_at IS NULL
  UNION ALL SELECT 'case-study', slug, id, published FROM case_studies WHERE was_published AND deleted_at IS NULL
) AS known
ON CONFLICT (kind, slug) DO NOTHING;--> statement-breakpoint
ALTER TABLE "redirects" DROP COLUMN "source";--> statement-breakpoint
ALTER TABLE "redirects" DROP COLUMN "record_id";--> statement-breakpoint
-- A slug belongs to the record that visitors met there last. One that visitors never knew leaves nothing; a draft that
-- they know keeps its slug unless it is another record's. The arguments are the kind and what its paths begin with.
CREATE FUNCTION remember_slug() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
DECLARE
  is_public boolean := NEW.published AND NEW.deleted_at IS NULL;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (OLD.slug, OLD.published, OLD.deleted_at) IS NOT DISTINCT FROM (NEW.slug, NEW.published, NEW.deleted_at) THEN
      RETURN NULL;
    END IF;
    -- Two records that change slugs at once lock in the same order.
    PERFORM FROM slug_history
    WHERE kind = TG_ARGV[0] AND (record_id = NEW.id OR slug = NEW.slug) ORDER BY slug FOR UPDATE;
  END IF;
  INSERT INTO slug_history (kind, slug, record_id, is_gone)
  VALUES (TG_ARGV[0], NEW.slug, NEW.id, NEW.deleted_at IS NOT NULL)
  ON CONFLICT (kind, slug) DO UPDATE SET record_id = NEW.id, is_gone = false, updated_at = now() WHERE is_public;
  IF TG_OP = 'UPDATE' THEN
    UPDATE slug_history SET is_gone = NEW.deleted_at IS NOT NULL, updated_at = now()
    WHERE kind = TG_ARGV[0] AND record_id = NEW.id;
  END IF;
  -- The address is a page, and no redirect comes back there when the record has left it.
  IF is_public THEN
    DELETE FROM redirects WHERE from_path = TG_ARGV[1] || NEW.slug;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER remember_slug AFTER INSERT OR UPDATE OF slug, published, deleted_at ON blog_posts FOR EACH ROW WHEN (NEW.was_published) EXECUTE FUNCTION remember_slug('blog-post', '/blog/');
--> statement-breakpoint
CREATE TRIGGER remember_slug AFTER INSERT OR UPDATE OF slug, published, deleted_at ON case_studies FOR EACH ROW WHEN (NEW.was_published) EXECUTE FUNCTION remember_slug('case-study', '/case-studies/');
--> statement-breakpoint
-- Writes of the records tell of everything else; this one is of drafts, whose slugs answer 410 once they are deleted.
CREATE TRIGGER tell_content_updated AFTER UPDATE ON slug_history REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_content_changed('SELECT FROM before JOIN changed USING (kind, slug) WHERE before.is_gone <> changed.is_gone');
