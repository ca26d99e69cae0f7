CREATE TABLE "redirect_turns" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"taken" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "redirect_turns_one" CHECK ("redirect_turns"."one")
);
--> statement-breakpoint
ALTER TABLE "redirect_turns" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "redirects" ADD COLUMN "is_on" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER POLICY "visitors follow redirects" ON "redirects" TO public USING ("redirects"."is_on");--> statement-breakpoint
-- To switch a redirect is a change as an address is: counted, kept by history, and told where visitors met it.
DROP TRIGGER count_version ON redirects;--> statement-breakpoint
CREATE TRIGGER count_version BEFORE UPDATE OF from_path, to_path, is_on ON redirects FOR EACH ROW EXECUTE FUNCTION count_version();--> statement-breakpoint
DROP TRIGGER remember_revision ON redirects;--> statement-breakpoint
CREATE TRIGGER remember_revision AFTER INSERT OR UPDATE OF from_path, to_path, is_on OR DELETE ON redirects FOR EACH ROW EXECUTE FUNCTION remember_revision('redirects', 'id', 'version,updated_at');--> statement-breakpoint
DROP TRIGGER tell_content_inserted ON redirects;--> statement-breakpoint
CREATE TRIGGER tell_content_inserted AFTER INSERT ON redirects REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_content_changed('SELECT FROM changed WHERE is_on');--> statement-breakpoint
DROP TRIGGER tell_content_updated ON redirects;--> statement-breakpoint
CREATE TRIGGER tell_content_updated AFTER UPDATE ON redirects REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_content_changed('SELECT FROM before JOIN changed USING (id) WHERE (before.is_on OR changed.is_on) AND (before.from_path, before.to_path, before.is_on) IS DISTINCT FROM (changed.from_path, changed.to_path, changed.is_on)');--> statement-breakpoint
DROP TRIGGER tell_content_deleted ON redirects;--> statement-breakpoint
CREATE TRIGGER tell_content_deleted AFTER DELETE ON redirects REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_content_changed('SELECT FROM changed WHERE is_on');--> statement-breakpoint
-- A redirect may lead to a picture, which is then in use.
CREATE TRIGGER note_media_uses AFTER INSERT OR UPDATE OF from_path, to_path OR DELETE ON redirects FOR EACH ROW EXECUTE FUNCTION note_media_uses('redirects', 'id');--> statement-breakpoint
INSERT INTO media_uses (media_id, kind, record_key, field) SELECT DISTINCT hit[1], 'redirects', redirects.id::text, 'to_path' FROM redirects, regexp_matches(to_path, '/media/([a-z2-7]{12})(?![a-z0-9])', 'g') AS hit ON CONFLICT DO NOTHING;
