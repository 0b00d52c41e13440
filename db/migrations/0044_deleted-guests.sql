-- rolling: the release before finds its deleted guests by the new index as well
CREATE INDEX "guests_by_deletion" ON "guests" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
-- rolling: the release before finds its deleted guests by the new index as well
DROP INDEX "guests_to_erase";
