ALTER TABLE "drafts" ADD COLUMN "draft_version" integer;--> statement-breakpoint
-- What was typed into drafts so far says so among its fields.
UPDATE drafts SET draft_version = CASE WHEN fields ->> 'draft_version' ~ '^\d{1,9}$' THEN (fields ->> 'draft_version')::int ELSE 0 END,
  fields = fields - 'keep' - 'draft_version' WHERE fields ? 'keep';
