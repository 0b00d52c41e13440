import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createSignupForm } from '@/components/public/signups/signup-lazy'
import { type SignupInput, signupSchema } from '@/lib/signups/schema'
import { exampleStudentEmail, studentEmail } from '@/lib/students/email'

const valid = {
  name: 'Ivo',
  surname: 'Šarić',
  jmbag: '0036512345',
  email: 'is51234@fer.hr',
  gdpr_accepted: true,
}

/** Returns the fields and messages that the form shows after this one change. */
const sentence = (change: object) => {
  const parsed = signupSchema('fer.hr').safeParse({ ...valid, ...change })
  return parsed.error?.issues.map((issue) => [issue.path.join('.'), issue.message])
}

describe('pre-registration', () => {
  // Rule 2.3: the e-mail must be the student's own university address.
  it('accepts the student’s own e-mail address, also with spaces around it and in capitals', () => {
    expect(sentence({})).toBeUndefined()
    expect(sentence({ name: ' Ivo ', email: ' IS51234@FER.hr ' })).toBeUndefined()
  })

  it.each([
    ['an empty name', { name: ' ' }, 'name', 'Ime je obavezno polje'],
    ['an empty surname', { surname: '' }, 'surname', 'Ime je obavezno polje'],
    ['nine digits', { jmbag: '003651234' }, 'jmbag', 'JMBAG mora biti 10 znamenki'],
    ['letters', { jmbag: '00365123ab' }, 'jmbag', 'JMBAG mora biti 10 znamenki'],
    ['no address', { email: '' }, 'email', 'Email je obavezno polje'],
    ['a missing address', { email: undefined }, 'email', 'Email je obavezno polje'],
    ['no consent', { gdpr_accepted: false }, 'gdpr_accepted', 'Prihvaćanje privole je obavezno'],
    [
      'another’s address',
      { email: 'aa51234@fer.hr' },
      'email',
      'Email mora biti u FER formatu (is51234@fer.hr)',
    ],
  ])('shows the error message for %s', (_, change, field, message) => {
    expect(sentence(change)).toContainEqual([field, message])
  })
})

// Rule 2.6: the message contains the address that results from the student's own data.
it('the error of the e-mail address follows a correction of the name, surname or JMBAG', async () => {
  const wrong: SignupInput = { ...valid, name: 'Vo' }
  const form = createSignupForm('fer.hr')
  let message: string | undefined
  form.subscribe({
    formState: { errors: true },
    callback: ({ errors }) => {
      message = errors?.email?.message
    },
  })
  for (const name of Object.keys(wrong) as (keyof SignupInput)[]) {
    form.register(name)
    form.setValue(name, wrong[name])
  }
  const type = (name: keyof SignupInput, value: string) =>
    form.register(name).onChange({ type: 'change', target: { name, value } })
  await form.handleSubmit(() => {})()
  expect(message).toBe('Email mora biti u FER formatu (vs51234@fer.hr)')
  await type('surname', 'Perić')
  await expect.poll(() => message).toBe('Email mora biti u FER formatu (vp51234@fer.hr)')
  await type('surname', 'Šarić')
  await type('name', 'Ivo')
  await expect.poll(() => message).toBeUndefined()
  await type('jmbag', '0036599999')
  await expect.poll(() => message).toBe('Email mora biti u FER formatu (is59999@fer.hr)')
})

// Rule 2.5: letters of other languages are folded to ASCII.
describe('a student whose name has foreign letters', () => {
  it.each([
    ['Łukasz', 'Wąsik', 'lw51234@fer.hr'],
    ['Øystein', 'Åberg', 'oa51234@fer.hr'],
    ['Þórunn', 'Æsirsdóttir', 'ta51234@fer.hr'],
    ['Þórunn', 'Æsirsdóttir', 'thae51234@fer.hr'],
    ['Ðuro', 'Šimić', 'ds51234@fer.hr'],
    ['ǆemal', 'Ćuk'.normalize('NFD'), 'dc51234@fer.hr'],
    ['’Ana', 'd’Este', 'ad51234@fer.hr'],
    ['Вук', 'Петровић', 'vp51234@fer.hr'],
    ['Вук', 'Perić', 'v.peric51234@fer.hr'],
  ])('can sign up: %s %s with the address %s', (name, surname, email) => {
    expect(sentence({ name, surname, email })).toBeUndefined()
  })

  it('still needs an address with the digits of the JMBAG and the domain of the university', () => {
    const vuk = { name: 'Вук', surname: 'Петровић' }
    const expected = [['email', 'Email mora biti u FER formatu (…51234@fer.hr)']]
    for (const email of ['vp51235@fer.hr', 'vp51234@primjer.hr', 'vp@fer.hr'])
      expect(sentence({ ...vuk, email })).toEqual(expected)
  })

  it('gets the address with the Latin initials, or none if a name has no Latin initial', () => {
    const jmbag = '0036512345'
    const address = (name: string, surname: string) =>
      studentEmail({ name, surname, jmbag }, 'fer.hr')
    expect(address('Łukasz', 'Østergård')).toBe('lo51234@fer.hr')
    expect(address('Þórunn', 'Ðurić')).toBe('td51234@fer.hr')
    expect(address('Вук', 'Perić')).toBe('')
  })

  // Rule 2.13: a JMBAG may be pasted with spaces and invisible characters.
  it('may paste a JMBAG with spaces and invisible characters', () => {
    for (const jmbag of ['0036 512 345', ' 0036\u00a0512345\u200b'])
      expect(signupSchema('fer.hr').parse({ ...valid, jmbag }).jmbag).toBe('0036512345')
  })

  it('may paste a name and an address with invisible characters', () => {
    const pasted = { ...valid, name: 'Ivo\u200b', email: '\u200e is51234@\u200bfer.hr' }
    expect(signupSchema('fer.hr').parse(pasted)).toEqual(valid)
  })

  it('is accepted with the form data of tests/cases/08-eth.json', () => {
    const { 'public form': form } = JSON.parse(readFileSync('tests/cases/08-eth.json', 'utf8'))
    expect(signupSchema('fer.hr').safeParse(form).success).toBe(true)
  })
})

// Rules 2.4 and 2.6: the digits of the student address, and the example address.
describe('the student address', () => {
  it.each([
    ['0036512345', 'zd51234@fer.hr'],
    ['0123456789', 'zd012345678@fer.hr'],
    ['1234567890', 'zd45678@fer.hr'],
  ])('takes its digits from JMBAG %s by the first digits of the JMBAG', (jmbag, address) => {
    expect(studentEmail({ name: 'Željka', surname: 'Đurić', jmbag }, 'fer.hr')).toBe(address)
  })

  it('is a general example while the student’s data are incomplete', () => {
    expect(exampleStudentEmail({ name: 'Željka', surname: '', jmbag: '' }, 'fer.hr')).toBe(
      'is51234@fer.hr',
    )
  })
})
