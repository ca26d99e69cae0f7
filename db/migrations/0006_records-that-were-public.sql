ALTER TABLE "blog_posts" ADD COLUMN "was_published" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "case_studies" ADD COLUMN "was_published" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- What is known of records by now. It is no change of theirs: versions and dates stay, nobody is told.
ALTER TABLE blog_posts DISABLE TRIGGER USER;--> statement-breakpoint
ALTER TABLE case_studies DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE blog_posts SET was_published = published;--> statement-breakpoint
UPDATE case_studies SET was_published = published;--> statement-breakpoint
ALTER TABLE blog_posts ENABLE TRIGGER USER;--> statement-breakpoint
ALTER TABLE case_studies ENABLE TRIGGER USER;--> statement-breakpoint
-- Whatever publishes a record, visitors know its address from then on.
CREATE FUNCTION remember_published() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  NEW.was_published := true;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER remember_published BEFORE INSERT OR UPDATE ON blog_posts FOR EACH ROW WHEN (NEW.published) EXECUTE FUNCTION remember_published();
--> statement-breakpoint
CREATE TRIGGER remember_published BEFORE INSERT OR UPDATE ON case_studies FOR EACH ROW WHEN (NEW.published) EXECUTE FUNCTION remember_published();
