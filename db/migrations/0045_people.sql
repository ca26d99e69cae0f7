CREATE TABLE "invitations" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"invited_by" uuid DEFAULT nullif(current_setting('app.person', true), '')::uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "invitations_role_known" CHECK ("invitations"."role" in ('owner', 'editor', 'enquiries'))
);
--> statement-breakpoint
ALTER TABLE "invitations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "people" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"role" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"disabled_at" timestamp with time zone,
	CONSTRAINT "people_role_known" CHECK ("people"."role" in ('owner', 'editor', 'enquiries'))
);
--> statement-breakpoint
ALTER TABLE "people" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "outgoing_mails" DROP CONSTRAINT "outgoing_mails_kind_known";--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD COLUMN "person_id" uuid;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "person_id" uuid;--> statement-breakpoint
ALTER TABLE "change_sets" ADD COLUMN "scheduled_by_person" uuid;--> statement-breakpoint
ALTER TABLE "enquiries" ADD COLUMN "assigned_to" uuid;--> statement-breakpoint
ALTER TABLE "enquiry_notes" ADD COLUMN "person_id" uuid DEFAULT nullif(current_setting('app.person', true), '')::uuid;--> statement-breakpoint
ALTER TABLE "enquiry_status_changes" ADD COLUMN "person_id" uuid DEFAULT nullif(current_setting('app.person', true), '')::uuid;--> statement-breakpoint
ALTER TABLE "revisions" ADD COLUMN "person_id" uuid DEFAULT nullif(current_setting('app.person', true), '')::uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_open_email" ON "invitations" USING btree (lower("email")) WHERE "invitations"."used_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "people_email" ON "people" USING btree (lower("email"));--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD CONSTRAINT "admin_sessions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enquiries" ADD CONSTRAINT "enquiries_assigned_to_people_id_fk" FOREIGN KEY ("assigned_to") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "enquiries_assigned" ON "enquiries" USING btree ("assigned_to") WHERE "enquiries"."assigned_to" is not null;--> statement-breakpoint
ALTER TABLE "outgoing_mails" ADD CONSTRAINT "outgoing_mails_kind_known" CHECK ("outgoing_mails"."kind" in ('notice', 'confirmation', 'newsletter', 'invitation'));