ALTER TABLE "media_files" ADD COLUMN "inline_avif" text;--> statement-breakpoint
ALTER TABLE "media_files" ADD CONSTRAINT "media_files_inline_avif_base64" CHECK ("media_files"."inline_avif" ~ '^[A-Za-z0-9+/]*={0,2}$');--> statement-breakpoint
-- As before, and with what pages carry of a picture in themselves.
DROP TRIGGER tell_content_updated ON media_files;
--> statement-breakpoint
CREATE TRIGGER tell_content_updated AFTER UPDATE ON media_files REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_content_changed('SELECT FROM before JOIN changed USING (id) WHERE (before.variants::text, before.width, before.height, before.color, before.inline_avif) IS DISTINCT FROM (changed.variants::text, changed.width, changed.height, changed.color, changed.inline_avif) AND EXISTS (SELECT FROM public.media_uses WHERE media_uses.media_id = changed.media_id)');
