ALTER TABLE "redirects" ADD COLUMN "record_id" uuid;--> statement-breakpoint
-- Whose the old addresses are that there are by now: of the record that stands where they lead, or was deleted last there.
UPDATE redirects SET record_id = known.id
FROM (
  SELECT DISTINCT ON (path) path, id
  FROM (
    SELECT '/blog/' || slug AS path, id, deleted_at FROM blog_posts WHERE was_published
    UNION ALL SELECT '/case-studies/' || slug, id, deleted_at FROM case_studies WHERE was_published
    UNION ALL SELECT '/case-studies?industry=' || lower(regexp_replace(btrim(name), '\s+', '-', 'g')), id, deleted_at FROM industries
  ) AS records
  ORDER BY path, deleted_at DESC NULLS FIRST
) AS known
WHERE source = 'rename' AND to_path = path;--> statement-breakpoint
UPDATE redirects SET record_id = gone.id
FROM (
  SELECT DISTINCT ON (path) path, id
  FROM (
    SELECT '/blog/' || slug AS path, id, deleted_at FROM blog_posts
    UNION ALL SELECT '/case-studies/' || slug, id, deleted_at FROM case_studies
  ) AS records
  WHERE deleted_at IS NOT NULL
  ORDER BY path, deleted_at DESC
) AS gone
WHERE source = 'delete' AND to_path IS NULL AND from_path = path;
