CREATE TABLE "enquiry_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"enquiry_id" uuid NOT NULL,
	"direction" text NOT NULL,
	"message" text NOT NULL,
	"person_id" uuid DEFAULT nullif(current_setting('app.person', true), '')::uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "enquiry_messages_direction_known" CHECK ("enquiry_messages"."direction" in ('in', 'out'))
);
--> statement-breakpoint
ALTER TABLE "enquiry_messages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "outgoing_mails" DROP CONSTRAINT "outgoing_mails_message_id_unique";--> statement-breakpoint
ALTER TABLE "outgoing_mails" DROP CONSTRAINT "outgoing_mails_kind_known";--> statement-breakpoint
ALTER TABLE "outgoing_mails" ADD COLUMN "addressed_to" text;--> statement-breakpoint
ALTER TABLE "enquiry_messages" ADD CONSTRAINT "enquiry_messages_enquiry_id_enquiries_id_fk" FOREIGN KEY ("enquiry_id") REFERENCES "public"."enquiries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "enquiry_messages_enquiry" ON "enquiry_messages" USING btree ("enquiry_id","created_at");--> statement-breakpoint
CREATE INDEX "enquiry_messages_newest" ON "enquiry_messages" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "outgoing_mails" ADD CONSTRAINT "outgoing_mails_message_id_kind" UNIQUE("message_id","kind");--> statement-breakpoint
ALTER TABLE "outgoing_mails" ADD CONSTRAINT "outgoing_mails_kind_known" CHECK ("outgoing_mails"."kind" in ('notice', 'confirmation', 'newsletter', 'invitation', 'reply', 'copy'));