-- With arrays as parameters these cost a little less planned for each call than planned once, by
-- the planner's reckoning, which leaves out most of what planning costs: a third of a scan's time.
alter function passages_move_guests() set plan_cache_mode = force_generic_plan;
--> statement-breakpoint
alter function guests_are_counted() set plan_cache_mode = force_generic_plan;
--> statement-breakpoint
alter function fill_for(int) set plan_cache_mode = force_generic_plan;
