import { describe, expect, it } from 'vitest'
import { translations } from '@/db/seed/content/translations'
import {
  missingKeys,
  nextSection,
  pagesWithSections,
  pairsOf,
  paragraphsOf,
  parseBlocks,
  textOf,
  textSections,
  writtenSections,
} from '@/lib/translations/rules'

// Rule 12.4: paragraphs stand between blank lines.
describe('paragraphs', () => {
  it('are separated by blank lines, also by lines of spaces', () => {
    expect(paragraphsOf('Prvi\n\nDrugi\r\n\r\nTreći\n  \n\n\nČetvrti\n')).toEqual([
      'Prvi',
      'Drugi',
      'Treći',
      'Četvrti',
    ])
  })

  it('break only at <br>; other markup stays plain text', () => {
    expect(paragraphsOf('a<br>b <BR /> c\nd<br/>e')).toEqual(['a\nb\nc d\ne'])
    expect(paragraphsOf('<b>a</b><script>')).toEqual(['<b>a</b><script>'])
  })
})

describe('sections', () => {
  it('are in the order of the numbers of their keys, also beyond nine and with gaps', () => {
    const texts = Object.fromEntries(
      [1, 2, 10].flatMap((n) => [
        [`pravila.title${n}`, `Naslov ${n}`],
        [`pravila.text${n}`, `Tekst ${n}`],
      ]),
    )
    expect(textSections(texts, 'pravila').map((s) => [s.number, s.title, s.paragraphs])).toEqual([
      [1, 'Naslov 1', ['Tekst 1']],
      [2, 'Naslov 2', ['Tekst 2']],
      [10, 'Naslov 10', ['Tekst 10']],
    ])
  })

  it('show the key of a missing title or text, and both keys of section 1 if there is no section', () => {
    expect(textSections({ 'uvjeti.title1': 'Tuđe' }, 'kontakt')).toEqual([
      { number: 1, title: 'kontakt.title1', paragraphs: ['kontakt.text1'] },
    ])
    expect(textSections({ 'kontakt.title2': 'Mediji' }, 'kontakt')).toEqual([
      { number: 2, title: 'Mediji', paragraphs: ['kontakt.text2'] },
    ])
    expect(textOf({}, 'cjenik.disclaimer')).toBe('cjenik.disclaimer')
  })

  it('leave out titles and texts that were emptied on purpose', () => {
    const texts = {
      'kontakt.title1': '',
      'kontakt.text1': 'Bez naslova',
      'kontakt.title2': ' ',
      'kontakt.text2': '',
    }
    expect(textSections(texts, 'kontakt')).toEqual([
      { number: 1, title: '', paragraphs: ['Bez naslova'] },
    ])
  })

  it('of the demo show no raw key', () => {
    const texts = Object.fromEntries(translations)
    for (const page of ['kontakt', 'ulaznice', 'pravila', 'uvjeti'])
      for (const { title, paragraphs } of textSections(texts, page))
        expect([title, ...paragraphs].join(' ')).not.toMatch(/\w\.(title|text)\d/)
  })
})

describe('texts of pages with other content', () => {
  it('are only the written sections, without keys for missing titles and texts', () => {
    expect(writtenSections({}, 'tlocrt')).toEqual([])
    const texts = {
      'tlocrt.text4': 'Jelo.\n\nI piće.',
      'tlocrt.title2': ' Menza ',
      'tlocrt.lead': 'x',
    }
    expect(writtenSections(texts, 'tlocrt')).toEqual([
      { number: 2, title: 'Menza', paragraphs: [] },
      { number: 4, title: '', paragraphs: ['Jelo.', 'I piće.'] },
    ])
  })

  it('may contain lists, made of lines that start with a dash or a bullet', () => {
    expect(parseBlocks('Smiješ:\n- vodu\n  • torbu \nNe smiješ\nstaklo.\n\n– ni -ovo-')).toEqual([
      'Smiješ:',
      ['vodu', 'torbu'],
      'Ne smiješ staklo.',
      ['ni -ovo-'],
    ])
    expect(parseBlocks('5 - 10 minuta\n-5 °C<br>- jedno<br>- drugo')).toEqual([
      '5 - 10 minuta -5 °C',
      ['jedno', 'drugo'],
    ])
    expect(parseBlocks('- Ulaz:<br>istok\n- Izlaz <br> zapad')).toEqual([
      ['Ulaz:\nistok', 'Izlaz\nzapad'],
    ])
  })

  it('may be pairs of a name and a description, one per line', () => {
    expect(
      pairsOf('Ulaz: Na istoku: sa Savske.\n\n bez dvotočke\nVoda :  kod stabla <br>Izlaz: jug'),
    ).toEqual([
      { name: 'Ulaz', description: 'Na istoku: sa Savske.' },
      { name: 'Voda', description: 'kod stabla' },
      { name: 'Izlaz', description: 'jug' },
    ])
  })
})

describe('missing keys', () => {
  it('of a new festival include its first sections, single texts and leads', () => {
    const { raw, leads } = missingKeys({})
    expect(raw).toEqual(
      expect.arrayContaining([
        'kontakt.title1',
        'uvjeti.text1',
        'cjenik.disclaimer',
        'igrica.title',
      ]),
    )
    expect(leads).toContain('home.lead')
  })

  it('include the missing answer of a question, whose page can then get more sections', () => {
    const { leads } = missingKeys({ 'pitanja.title3': 'Pas?' })
    expect(leads).toContain('pitanja.text3')
    expect(leads).not.toContain('pitanja.title3')
    expect(pagesWithSections({})).not.toContain('pitanja')
    expect(pagesWithSections({ 'pitanja.title3': 'Pas?' })).toContain('pitanja')
  })

  it('include the missing half of a section, but no key that is written or emptied', () => {
    const texts = Object.fromEntries(translations)
    expect(missingKeys(texts).raw).toEqual([])
    expect(missingKeys({ ...texts, 'kontakt.text9': '', 'cjenik.disclaimer': '' }).raw).toEqual([
      'kontakt.title9',
    ])
    expect(nextSection({ 'kontakt.text9': '' }, 'kontakt')).toEqual([
      'kontakt.title10',
      'kontakt.text10',
    ])
  })
})
