-- A mail and the job that sends it are one transaction: whoever writes a mail, as whichever role, has queued it.
CREATE FUNCTION queue_mail() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  PERFORM graphile_worker.add_job('send_mail', json_build_object('id', NEW.id), job_key := 'mail:' || NEW.id, max_attempts := 3);
  RETURN NULL;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION queue_mail() FROM PUBLIC;
--> statement-breakpoint
CREATE TRIGGER queue_mail AFTER INSERT ON outgoing_mails FOR EACH ROW WHEN (NEW.status = 'waiting') EXECUTE FUNCTION queue_mail();
--> statement-breakpoint
-- Every update counts the version up, so that a later save can be told what changed in between.
CREATE FUNCTION count_version() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  NEW.version := OLD.version + 1;
  NEW.updated_at := now();
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER count_version BEFORE UPDATE ON case_studies FOR EACH ROW EXECUTE FUNCTION count_version();
--> statement-breakpoint
CREATE TRIGGER count_version BEFORE UPDATE ON industries FOR EACH ROW EXECUTE FUNCTION count_version();
--> statement-breakpoint
CREATE TRIGGER count_version BEFORE UPDATE ON blog_posts FOR EACH ROW EXECUTE FUNCTION count_version();
--> statement-breakpoint
CREATE TRIGGER count_version BEFORE UPDATE ON website_content FOR EACH ROW EXECUTE FUNCTION count_version();
--> statement-breakpoint
CREATE TRIGGER count_version BEFORE UPDATE ON page_seo FOR EACH ROW EXECUTE FUNCTION count_version();
