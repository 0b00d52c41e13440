import { lazyComponent } from '@/components/ui/lazy-component'

/** Chart of a report, loaded lazily. The placeholder has the same height, so that nothing moves. */
export const BarChart = lazyComponent(
  () => import('./bar-chart').then((file) => file.BarChart),
  () => <div className="h-90 rounded-lg border border-edge bg-panel md:h-104" />,
)
