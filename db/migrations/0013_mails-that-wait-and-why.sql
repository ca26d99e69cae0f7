ALTER TABLE "outgoing_mails" ADD COLUMN "trouble" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "outgoing_mails" ADD COLUMN "refusals" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "outgoing_mails" ADD COLUMN "held_for" text;--> statement-breakpoint
ALTER TABLE "outgoing_mails" ADD COLUMN "released_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "outgoing_mails_released" ON "outgoing_mails" USING btree ("released_at") WHERE "outgoing_mails"."released_at" is not null;--> statement-breakpoint
CREATE INDEX "outgoing_mails_to_empty" ON "outgoing_mails" USING btree ("sent_at") WHERE "outgoing_mails"."status" = 'sent' and "outgoing_mails"."text_body" <> '';--> statement-breakpoint
ALTER POLICY "visitors cause mails" ON "outgoing_mails" TO public WITH CHECK ("outgoing_mails"."kind" in ('notice', 'confirmation') and "outgoing_mails"."enquiry_id" is not null and "outgoing_mails"."status" = 'waiting' and "outgoing_mails"."sent_at" is null and "outgoing_mails"."released_at" is null and "outgoing_mails"."held_for" is null);