ALTER TABLE "preview_links" ADD COLUMN "records" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "preview_links" ADD COLUMN "created_by" uuid DEFAULT nullif(current_setting('app.person', true), '')::uuid;--> statement-breakpoint
UPDATE "preview_links" SET "records" = (
  SELECT coalesce(jsonb_agg(jsonb_build_object('kind', item.kind, 'id', item.record_id)), '[]')
  FROM "change_items" item WHERE item.change_set_id = "preview_links".change_set_id);--> statement-breakpoint
UPDATE "change_sets" SET "collects" = false WHERE "publish_at" IS NOT NULL AND "collects";--> statement-breakpoint
-- Links that set a password, in emails that earlier versions have sent or given up.
UPDATE "outgoing_mails" SET "text_body" = '', "html_body" = '' WHERE "kind" = 'invitation' AND "status" <> 'waiting';--> statement-breakpoint
-- Visitors could choose the host. Off, if the host is missing.
UPDATE "redirects" SET "to_path" = left("to_path", -1) || '/*' WHERE "to_path" ~* '^https?://[^/?#*@\\[:space:]]+\*$';--> statement-breakpoint
UPDATE "redirects" SET "is_on" = false WHERE "to_path" LIKE '%*' AND "to_path" !~* '^(https?://[^/?#*@\\[:space:]]+)?/';--> statement-breakpoint
-- Startup creates it again, without autosaves of settings.
DROP POLICY IF EXISTS "editors work" ON "drafts";
