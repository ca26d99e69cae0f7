CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"enquiry_id" uuid,
	"subscriber_id" uuid,
	"event" text NOT NULL,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"queued_at" timestamp with time zone DEFAULT now() NOT NULL,
	"status" integer,
	"trouble" text DEFAULT '' NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"took_ms" integer,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"done_at" timestamp with time zone,
	CONSTRAINT "webhook_deliveries_state_known" CHECK ("webhook_deliveries"."state" in ('waiting', 'done', 'failed', 'dropped'))
);
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"host" text NOT NULL,
	"format" text NOT NULL,
	"events" text[] NOT NULL,
	"sends_personal" boolean DEFAULT false NOT NULL,
	"secret" text NOT NULL,
	"previous_secret" text,
	"previous_until" timestamp with time zone,
	"is_on" boolean DEFAULT true NOT NULL,
	"off_reason" text DEFAULT '' NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	"failing_since" timestamp with time zone,
	"claimed_until" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_endpoints_format_known" CHECK ("webhook_endpoints"."format" in ('standard', 'slack', 'teams', 'hubspot-form'))
);
--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_enquiry_id_enquiries_id_fk" FOREIGN KEY ("enquiry_id") REFERENCES "public"."enquiries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_subscriber_id_subscribers_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."subscribers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_waiting" ON "webhook_deliveries" USING btree ("endpoint_id","next_try_at","id") WHERE "webhook_deliveries"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_tests" ON "webhook_deliveries" USING btree ("endpoint_id") WHERE "webhook_deliveries"."state" = 'waiting' and "webhook_deliveries"."event" = 'test';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_overdue" ON "webhook_deliveries" USING btree ("queued_at") WHERE "webhook_deliveries"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_newest" ON "webhook_deliveries" USING btree ("endpoint_id","at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_over" ON "webhook_deliveries" USING btree ("done_at") WHERE "webhook_deliveries"."done_at" is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_enquiry" ON "webhook_deliveries" USING btree ("enquiry_id") WHERE "webhook_deliveries"."enquiry_id" is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_subscriber" ON "webhook_deliveries" USING btree ("subscriber_id") WHERE "webhook_deliveries"."subscriber_id" is not null;
--> statement-breakpoint
-- Adds a delivery for each endpoint that wants the event, in the transaction of the change. It runs as the owner, because
-- visitors' requests can't read endpoints. The lock makes an endpoint that's being deleted count as deleted, instead of
-- failing the change.
CREATE FUNCTION queue_webhooks(happened text, enquiry uuid, subscriber uuid, about jsonb) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog AS $$
  INSERT INTO public.webhook_deliveries (endpoint_id, enquiry_id, subscriber_id, event, detail, at, next_try_at)
  SELECT id, enquiry, subscriber, happened, about, moment, moment
  FROM public.webhook_endpoints AS e, (SELECT clock_timestamp() AS moment) AS clock
  WHERE is_on AND happened = ANY (events)
  FOR KEY SHARE OF e
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION queue_webhooks(text, uuid, uuid, jsonb) FROM PUBLIC;
--> statement-breakpoint
CREATE FUNCTION webhook_enquiry_created() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  PERFORM public.queue_webhooks('enquiry.created', NEW.id, NULL, '{}');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION webhook_enquiry_status() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  -- An enquiry that was set aside on arrival, or before it could be sent, is new to endpoints that don't have it yet.
  IF OLD.status = 'spam' THEN
    INSERT INTO public.webhook_deliveries (endpoint_id, enquiry_id, event)
    SELECT id, NEW.id, 'enquiry.created' FROM public.webhook_endpoints e
    WHERE is_on AND 'enquiry.created' = ANY (events)
      AND NOT EXISTS (SELECT FROM public.webhook_deliveries d WHERE d.endpoint_id = e.id AND d.enquiry_id = NEW.id AND d.event = 'enquiry.created' AND d.state <> 'dropped')
      AND (cardinality(NEW.spam_reasons) > 0 OR EXISTS (SELECT FROM public.webhook_deliveries d WHERE d.endpoint_id = e.id AND d.enquiry_id = NEW.id AND d.event = 'enquiry.created'))
    FOR KEY SHARE OF e;
  END IF;
  PERFORM public.queue_webhooks('enquiry.status_changed', NEW.id, NULL, jsonb_build_object('from', OLD.status, 'to', NEW.status));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION webhook_enquiry_replied() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  PERFORM public.queue_webhooks('enquiry.replied', NEW.enquiry_id, NULL, '{}');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION webhook_subscriber_confirmed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  PERFORM public.queue_webhooks('subscriber.confirmed', NULL, NEW.id, '{}');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION webhook_audit_finished() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  PERFORM public.queue_webhooks('audit.finished', NEW.enquiry_id, NULL, jsonb_build_object('audit', NEW.id));
  RETURN NULL;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION webhook_enquiry_created(), webhook_enquiry_status(), webhook_enquiry_replied(), webhook_subscriber_confirmed(), webhook_audit_finished() FROM PUBLIC;
--> statement-breakpoint
-- A row that Undo or a backup restores has an earlier date.
CREATE TRIGGER webhook_created AFTER INSERT ON enquiries FOR EACH ROW WHEN (NEW.status <> 'spam' AND NEW.created_at = now()) EXECUTE FUNCTION webhook_enquiry_created();
--> statement-breakpoint
CREATE TRIGGER webhook_status AFTER UPDATE OF status ON enquiries FOR EACH ROW WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION webhook_enquiry_status();
--> statement-breakpoint
-- A reply can be undone until its email is sent.
CREATE TRIGGER webhook_replied AFTER UPDATE OF status ON outgoing_mails FOR EACH ROW WHEN (NEW.kind = 'reply' AND NEW.status = 'sent' AND OLD.status <> 'sent') EXECUTE FUNCTION webhook_enquiry_replied();
--> statement-breakpoint
CREATE TRIGGER webhook_confirmed AFTER UPDATE OF status ON subscribers FOR EACH ROW WHEN (NEW.status = 'confirmed' AND OLD.status <> 'confirmed') EXECUTE FUNCTION webhook_subscriber_confirmed();
--> statement-breakpoint
CREATE TRIGGER webhook_audited AFTER UPDATE OF state ON audits FOR EACH ROW WHEN (NEW.state = 'done' AND OLD.state <> 'done') EXECUTE FUNCTION webhook_audit_finished();
