CREATE INDEX "guests_to_erase" ON "guests" USING btree ("deleted_at") WHERE deleted_at is not null and (name <> '' or surname <> ''
  or coalesce(jmbag, email, phone, note, ban_reason) is not null);