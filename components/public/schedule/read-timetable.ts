export interface StageActs {
  stage: string
  acts: string[]
}

/** A timetable as organisers type it: a block for each stage, its name first, then a line an act. */
export function readTimetable(text: string): StageActs[] {
  const lines = text.replace(/<br\s*\/?>/gi, '\n').replace(/\r/g, '')
  return lines
    .split(/\n\s*\n/)
    .map((block) => block.split('\n').map((line) => line.trim()))
    .map(([stage = '', ...acts]) => ({ stage, acts: acts.filter((act) => act !== '') }))
    .filter(({ stage }) => stage !== '')
}
