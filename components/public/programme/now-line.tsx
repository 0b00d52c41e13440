interface Props {
  /** Where this moment is on the axis, in its units. */
  units: number
  clock: string
}

/** This moment across all stages: the clock at its begin, and a record that plays at its end. */
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
