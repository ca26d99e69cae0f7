DROP INDEX "change_sets_one_open";--> statement-breakpoint
ALTER TABLE "change_items" ADD COLUMN "waits" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "change_sets" ADD COLUMN "title" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "change_sets" ADD COLUMN "collects" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "change_items" SET "waits" = false WHERE "change_set_id" IN (SELECT "id" FROM "change_sets" WHERE "state" = 'published');--> statement-breakpoint
UPDATE "change_sets" SET "collects" = true WHERE "state" = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "change_items_one_draft" ON "change_items" USING btree ("kind","record_id") WHERE "change_items"."waits";--> statement-breakpoint
CREATE UNIQUE INDEX "change_sets_one_collects" ON "change_sets" USING btree ("collects") WHERE "change_sets"."collects" and "change_sets"."state" = 'open';