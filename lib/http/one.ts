import type { z } from 'zod'
import type { Caller } from './caller'
import { idParams } from './fields'
import type { Rule } from './route'
import { route } from './route'

// The three calls of one thing by its id. Their rules say what is theirs alone; what they
// share stands here, as does the order in which a noun's service takes its parts.

type Route<R extends Rule> = ReturnType<typeof route<R>>
type OfOne = { params: typeof idParams }
type Answers = Rule & { answer: z.ZodType }
type Takes = Answers & { body: z.ZodType }

type Answer<R extends Answers> = Promise<z.input<R['answer']>>
type Input = { params: { id: number }; body: unknown; user: Caller }

/** `route`, for rules that are whole only here. */
const make = (rule: Rule, work: (input: Input) => unknown) => route(rule as never, work as never)

export const getsOne = <R extends Answers>(
  rule: R,
  work: (id: number, user: Caller) => Answer<R>,
) =>
  make({ ...rule, params: idParams }, ({ params, user }) =>
    work(params.id, user),
  ) as unknown as Route<R & OfOne>

export const updatesOne = <R extends Takes>(
  rule: R,
  work: (id: number, body: z.output<R['body']>, user: Caller) => Answer<R>,
) =>
  make({ ...rule, params: idParams }, ({ params, body, user }) =>
    work(params.id, body as never, user),
  ) as unknown as Route<R & OfOne>

export const deletesOne = <R extends Rule>(
  rule: R,
  work: (id: number, user: Caller) => Promise<void>,
) =>
  make({ ...rule, params: idParams }, ({ params, user }) =>
    work(params.id, user),
  ) as unknown as Route<R & OfOne>
