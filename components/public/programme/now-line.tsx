interface Props {
  /** Position of the current time on the time axis, in units of five minutes. */
  units: number
  clock: string
}

/**
 * Line across all stages at the current time, with the time at its left end and a turning record at
 * its right end.
 */
export const NowLine = ({ units, clock }: Props) => (
  <p className="timetable-now" style={{ '--from': units }}>
    <span>
      <span className="sr-only">Sada je </span>
      {clock}
    </span>
    <svg viewBox="-24 -24 48 48" aria-hidden="true" className="timetable-record">
      <circle r="23" />
      <path d="M-18 0A18 18 0 0 1 0-18M18 0A18 18 0 0 1 0 18M-13 0A13 13 0 0 1 0-13M13 0A13 13 0 0 1 0 13" />
      <circle r="7" />
    </svg>
  </p>
)
