-- Earlier versions noted what images use, as if an image were shown in another one.
DROP TRIGGER IF EXISTS note_media_uses ON "media";--> statement-breakpoint
DELETE FROM "media_uses" WHERE "kind" = 'media';
