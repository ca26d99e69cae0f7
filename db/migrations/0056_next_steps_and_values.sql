ALTER TABLE "enquiries" ADD COLUMN "follow_up_on" date;--> statement-breakpoint
ALTER TABLE "enquiries" ADD COLUMN "value_cents" bigint;--> statement-breakpoint
ALTER TABLE "enquiries" ADD COLUMN "value_per" text;--> statement-breakpoint
ALTER TABLE "enquiries" ADD COLUMN "value_is_estimate" boolean;--> statement-breakpoint
ALTER TABLE "enquiries" ADD COLUMN "lost_reason" text;--> statement-breakpoint
ALTER TABLE "enquiry_status_changes" ADD COLUMN "field" text DEFAULT 'status' NOT NULL;--> statement-breakpoint
CREATE INDEX "enquiries_follow_up" ON "enquiries" USING btree ("follow_up_on","id") WHERE "enquiries"."follow_up_on" is not null;--> statement-breakpoint
ALTER TABLE "enquiries" ADD CONSTRAINT "enquiries_value_whole" CHECK (("enquiries"."value_cents" is null) = ("enquiries"."value_per" is null) and ("enquiries"."value_cents" is null) = ("enquiries"."value_is_estimate" is null) and "enquiries"."value_cents" > 0 and "enquiries"."value_per" in ('once', 'month'));--> statement-breakpoint
ALTER POLICY "visitors send enquiries" ON "enquiries" WITH CHECK ("enquiries"."status" in ('new', 'spam') and "enquiries"."assigned_to" is null and "enquiries"."follow_up_on" is null and "enquiries"."value_cents" is null and "enquiries"."lost_reason" is null);