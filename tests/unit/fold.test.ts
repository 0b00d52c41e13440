import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { FOLDING_TABLE, foldLetters, foldName, foldText } from '@/lib/text/fold'

describe('letters', () => {
  it.each([
    ['Łukasz', 'lukasz'],
    ['Øyvind Sørlie', 'oyvind sorlie'],
    ['Þórunn', 'thorunn'],
    ['Großmann', 'grossmann'],
    ['Yıldırım İpek', 'yildirim ipek'],
    ['Đurđica Šimić-Žižić', 'durdica simic-zizic'],
    ['Ðuro', 'duro'],
    ['Bjørg Æsir Œuvre', 'bjorg aesir oeuvre'],
    ['Ștefan Țepeș Ħaż', 'stefan tepes haz'],
    ['ǆep ǈubo', 'dzep ljubo'],
    ['Ĳsbrand ŋ ĸ ə', 'ijsbrand n k e'],
    ['O’Neill‑Smith', "o'neill-smith"],
    ['Вук Ἀθηνᾶ', 'вук αθηνα'],
  ])('in %s are normalized to %s', (written, plain) => expect(foldLetters(written)).toBe(plain))

  it('are normalized alike in composed and decomposed Unicode form', () => {
    for (const name of ['Čačić', 'Şahin', 'Ångström'])
      expect(foldLetters(name.normalize('NFD'))).toBe(foldLetters(name.normalize('NFC')))
  })

  it('are normalized without invisible characters', () =>
    expect(foldLetters('\ufeffVid\u00adlji\u200bva\u200f')).toBe('vidljiva'))
})

describe('dj', () => {
  it.each([
    ['Djurdjica', 'Đurđica'],
    ['djurdj', 'đurđ'],
    ['Nadj', 'Nađ'],
    ['GORDJE', 'Gorđe'],
  ])('in %s is normalized like the đ in %s', (written, equivalent) =>
    expect(foldText(written)).toBe(foldText(equivalent)),
  )

  it('stays dj when it is a word of its own', () =>
    expect(foldText('DJ Krmak & dj')).toBe('dj krmak & dj'))
})

it('the viewer of the emergency list normalizes text exactly like foldText', () => {
  const html = readFileSync('lib/night/emergency-list/viewer.html', 'utf8')
  const script = /const folding = .*?(?=\n\n)/s.exec(html)?.[0] ?? ''
  const code = script.replace('"{{folding}}"', () => JSON.stringify(FOLDING_TABLE))
  const folded = new Function(`${code}; return folded`)() as (text: string) => string
  for (let letter = 1; letter < 0x2100; letter++) {
    const text = `d${String.fromCharCode(letter)}jo ${String.fromCharCode(letter)}Đ`
    expect(folded(text)).toBe(foldText(text))
  }
})

it('a normalized name contains only single, ordinary spaces', () =>
  expect(foldName('  Ana\u00a0 Marija ')).toBe('ana marija'))
