import { useIsMutating } from '@tanstack/react-query'
import { type RefObject, useEffect, useState } from 'react'
import { isSomethingOpen } from '@/components/ui/keys'

/** In ms: a finger that has touched a list is on it for so long. */
const TOUCHED = 8_000

/**
 * Whether a hand is on a list, so that no row may move: the pointer is over it, one of its rows
 * has the keyboard, or something is open in front of it. What a person changes themselves is
 * shown at once, so not while that is on its way.
 */
export function useHand(list: RefObject<HTMLElement | null>, isBusy = false): boolean {
  const [isOn, setOn] = useState(false)
  const isFree = useOwnWrite()

  useEffect(() => {
    let isOver = false
    let touched: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      const here = list.current
      const isFocused = here?.contains(document.activeElement) ?? false
      setOn(isOver || touched !== undefined || isFocused || isSomethingOpen())
    }
    // Behind the events: between two fields nothing has the keyboard.
    const soon = () => setTimeout(look)
    const over = new AbortController()
    const { signal } = over
    const isHere = ({ target }: Event) =>
      target instanceof Node && (list.current?.contains(target) ?? false)
    document.addEventListener(
      'pointerover',
      (event) => {
        const was = isOver
        isOver = event.pointerType !== 'touch' && isHere(event)
        if (isOver !== was) look()
      },
      { signal },
    )
    document.documentElement.addEventListener(
      'pointerleave',
      () => {
        isOver = false
        look()
      },
      { signal },
    )
    document.addEventListener(
      'pointerdown',
      (event) => {
        clearTimeout(touched)
        touched = undefined
        if (event.pointerType === 'touch' && isHere(event))
          touched = setTimeout(() => {
            touched = undefined
            look()
          }, TOUCHED)
        soon()
      },
      { signal },
    )
    for (const name of ['focusin', 'focusout']) document.addEventListener(name, soon, { signal })
    return () => {
      over.abort()
      clearTimeout(touched)
    }
  }, [list])

  return (isOn || isBusy) && !isFree
}

/** In ms: what a write has changed is drawn at the latest so long behind its end. */
const DRAWN = 100

/** Whether something that this person does is on its way, or has only just been drawn. */
function useOwnWrite(): boolean {
  const isWriting = useIsMutating() > 0
  const [isFree, setFree] = useState(false)
  useEffect(() => {
    if (isWriting) setFree(true)
    const timer = isWriting ? undefined : setTimeout(() => setFree(false), DRAWN)
    return () => clearTimeout(timer)
  }, [isWriting])
  return isWriting || isFree
}
