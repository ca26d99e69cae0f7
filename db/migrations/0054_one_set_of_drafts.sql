ALTER TABLE "preview_links" ALTER COLUMN "change_set_id" DROP NOT NULL;--> statement-breakpoint
-- A link outlives the set that its drafts were in. It keeps showing what it showed.
UPDATE "preview_links" SET "change_set_id" = NULL, "records" = (
  SELECT coalesce(jsonb_agg(record), '[]') FROM jsonb_array_elements("preview_links"."records") AS record
  WHERE EXISTS (
    SELECT FROM "change_items" item WHERE item.waits AND item.change_set_id = "preview_links"."change_set_id"
      AND item.kind = record->>'kind' AND item.record_id = record->>'id'));--> statement-breakpoint
DELETE FROM "preview_links" WHERE "records" = '[]';
--> statement-breakpoint
-- Removing an import discards only drafts that nobody else has edited since the import saved them.
UPDATE "change_items" SET "saved_by" = own.record_id::uuid FROM "change_items" own, "import_items" updated
WHERE own.waits AND own.kind = 'imports' AND "change_items".waits AND "change_items".saved_by IS NULL
  AND "change_items".change_set_id = own.change_set_id AND updated.import_id = own.record_id::uuid
  AND updated.state = 'drafted' AND updated.record_kind = "change_items".kind
  AND updated.record_id = "change_items".record_id;
