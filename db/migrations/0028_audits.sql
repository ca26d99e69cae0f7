CREATE TABLE "audits" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"enquiry_id" uuid NOT NULL,
	"token_hash" text,
	"url" text NOT NULL,
	"host" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"result" jsonb,
	"by_owner" boolean DEFAULT false NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	CONSTRAINT "audits_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "audits_state_known" CHECK ("audits"."state" in ('waiting', 'running', 'done', 'failed', 'skipped'))
);
--> statement-breakpoint
ALTER TABLE "audits" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "audits" ADD CONSTRAINT "audits_enquiry_id_enquiries_id_fk" FOREIGN KEY ("enquiry_id") REFERENCES "public"."enquiries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audits_enquiry" ON "audits" USING btree ("enquiry_id","requested_at");--> statement-breakpoint
CREATE INDEX "audits_host" ON "audits" USING btree ("host","finished_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audits_requested" ON "audits" USING btree ("requested_at");--> statement-breakpoint
CREATE INDEX "audits_open" ON "audits" USING btree ("requested_at") WHERE "audits"."state" in ('waiting', 'running');--> statement-breakpoint
CREATE POLICY "visitors ask for audits" ON "audits" AS PERMISSIVE FOR INSERT TO public WITH CHECK ("audits"."state" = 'waiting' and "audits"."token_hash" is not null and "audits"."reason" = '' and "audits"."result" is null and not "audits"."by_owner" and "audits"."attempts" = 0 and "audits"."started_at" is null and "audits"."finished_at" is null);
--> statement-breakpoint
-- A mail that is to wait is not tried before its time: an enquiry's mails wait a little for what its audit finds.
CREATE OR REPLACE FUNCTION queue_mail() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  PERFORM graphile_worker.add_job('send_mail', json_build_object('id', NEW.id), run_at := CASE WHEN NEW.next_try_at > now() THEN NEW.next_try_at END, job_key := 'mail:' || NEW.id, max_attempts := 3);
  RETURN NULL;
END $$;
