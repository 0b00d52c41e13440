'use client'

import { FileText, FileUp } from 'lucide-react'
import { useRef } from 'react'
import { Button, buttonClasses } from '@/components/ui/button'
import { FileInput } from '@/components/ui/file-input'
import type { ArtworkItem } from '@/lib/artwork/schema'
import { Card, RestoreDefaultButton } from './parts'
import { usePublish } from './use-publish'

const NAME = 'Privola za obradu osobnih podataka'

/** Card for the PDF with the privacy consent that freshers accept when they sign up. */
export function ConsentCard({ item }: { item: ArtworkItem }) {
  const picker = useRef<HTMLInputElement>(null)
  const publish = usePublish(item, 'document', 'Privola')
  const word = item.document ? 'Zamijeni' : 'Odaberi PDF'
  return (
    <ul className="max-w-xl">
      <Card
        name={NAME}
        seen="Prijava brucoša. Dok je nema, stranica kaže na kojoj se adresi može zatražiti."
        needs="Potrebno: PDF do 10 MB."
        item={item}
        shipped={false}
        publish={publish}
      >
        <Button
          ref={publish.pick}
          onClick={() => picker.current?.click()}
          aria-label={`${word}: privola`}
        >
          <FileUp aria-hidden="true" className="size-5" />
          {word}
        </Button>
        {item.document && (
          <>
            <a
              href={item.document}
              target="_blank"
              rel="noopener"
              className={buttonClasses('quiet')}
            >
              <FileText aria-hidden="true" className="size-5" />
              Otvori
              <span className="sr-only"> privolu (otvara se u novoj kartici)</span>
            </a>
            <RestoreDefaultButton
              item={item}
              name="Privola"
              yes="Ukloni"
              question="Ukloniti privolu?"
              onDone={publish.seeAgain}
            />
          </>
        )}
        <FileInput
          ref={picker}
          label={NAME}
          accept="application/pdf,.pdf"
          onFile={(file) => {
            publish.setRefusal(undefined)
            publish.setChosen(file)
          }}
        />
      </Card>
    </ul>
  )
}
