-- Migration 45 replaced the function of migration 35 that moves guests, and wrote another in the place of `fill_for`:
-- `create or replace function` drops the settings of a function. Planned for each call, a scan cost a third more.
alter function passages_update_presence() set plan_cache_mode = force_generic_plan;
--> statement-breakpoint
alter function check_occupancy(int) set plan_cache_mode = force_generic_plan;
