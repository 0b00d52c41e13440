import { lazyComponent } from '@/components/ui/missing-part'

/** A report's chart, whose script comes once there is something to show: its card is as high before. */
export const BarChart = lazyComponent(
  () => import('./bar-chart').then((file) => file.BarChart),
  () => <div className="h-90 rounded-lg border border-edge bg-panel md:h-104" />,
)
