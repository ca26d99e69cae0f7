ALTER TABLE "drafts" RENAME TO "autosaves";--> statement-breakpoint
ALTER INDEX "drafts_pkey" RENAME TO "autosaves_pkey";--> statement-breakpoint
ALTER INDEX "drafts_by_record" RENAME TO "autosaves_by_record";--> statement-breakpoint
ALTER TABLE "autosaves" RENAME CONSTRAINT "drafts_kind_known" TO "autosaves_kind_known";--> statement-breakpoint
-- For the previous version, while it keeps running. It reads and writes as whoever asks, so row-level security applies.
CREATE VIEW "drafts" WITH (security_invoker = true) AS SELECT * FROM "autosaves";--> statement-breakpoint
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'seo_pro_zone_editor') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON "drafts" TO seo_pro_zone_editor;
  END IF;
END $$;
