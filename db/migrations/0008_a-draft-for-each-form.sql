ALTER TABLE "drafts" DROP CONSTRAINT "drafts_one_for_each_record";--> statement-breakpoint
CREATE INDEX "drafts_by_record" ON "drafts" USING btree ("kind","record_id");