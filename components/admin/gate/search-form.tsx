import { useQuery } from '@tanstack/react-query'
import { Search, X } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { useTypedBefore } from '@/components/ui/use-typed-before'
import { api } from '@/lib/http/client'

interface Props {
  text: string
  onText: (text: string) => void
  tag: string
  onTag: (tag: string) => void
  /** Enter. */
  onSeek: () => void
}

const BOX = 'block h-14 w-full rounded-md border border-edge bg-panel text-lg text-text'

/** Name and tag; a full confirmation code goes into the same box. */
export function SearchForm({ text, onText, tag, onTag, onSeek }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useTypedBefore(input, text, onText)
  const lists = useQuery({
    queryKey: ['guests', 'lists'],
    queryFn: ({ signal }) => api('GET', '/guests/lists', { signal }),
  })

  const options = (ofSponsors: boolean) =>
    lists.data?.rows
      .filter(({ isSponsor }) => isSponsor === ofSponsors)
      .map(({ tag, name }) => (
        <option key={tag} value={tag}>
          {name}
        </option>
      ))

  // Ready to type where there is a keyboard; on a phone one would only cover the screen.
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) input.current?.focus()
  }, [])

  return (
    <search>
      <form
        className="grid grid-cols-[minmax(0,1fr)_7.5rem] gap-3 sm:grid-cols-[minmax(0,1fr)_14rem]"
        onSubmit={(event) => {
          event.preventDefault()
          onSeek()
        }}
      >
        <div className="relative">
          <label htmlFor={`${id}-text`} className="mb-1 block text-sm font-semibold">
            Ime, prezime ili kod
          </label>
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute bottom-4 left-4 size-6 text-muted"
          />
          <input
            ref={input}
            id={`${id}-text`}
            value={text}
            onChange={(event) => onText(event.target.value)}
            className={`${BOX} pr-14 pl-12`}
            autoComplete="off"
            autoCapitalize="words"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="search"
          />
          {text && (
            <button
              type="button"
              aria-label="Obriši pretragu"
              onClick={() => {
                onText('')
                input.current?.focus()
              }}
              className="absolute right-0 bottom-0 grid size-14 place-items-center rounded-md text-muted hover:text-text"
            >
              <X aria-hidden="true" />
            </button>
          )}
        </div>
        <div>
          <label htmlFor={`${id}-tag`} className="mb-1 block text-sm font-semibold">
            Tag
          </label>
          <select
            id={`${id}-tag`}
            value={tag}
            onChange={(event) => onTag(event.target.value)}
            className={`${BOX} px-3`}
          >
            <option value="">...</option>
            {options(false)}
            {lists.data?.rows.some(({ isSponsor }) => isSponsor) && (
              <optgroup label="Sponzori">{options(true)}</optgroup>
            )}
          </select>
        </div>
      </form>
    </search>
  )
}
