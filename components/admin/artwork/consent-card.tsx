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
  const buttonLabel = item.document ? 'Zamijeni' : 'Odaberi PDF'
  return (
    <ul className="max-w-xl">
      <Card
        name={NAME}
        usedOn="Prijava brucoša. Dok je nema, stranica kaže na kojoj se adresi može zatražiti."
        requirements="Potrebno: PDF do 10 MB."
        item={item}
        hasDefault={false}
        publish={publish}
      >
        <Button
          ref={publish.pickButton}
          onClick={() => picker.current?.click()}
          aria-label={`${buttonLabel}: privola`}
        >
          <FileUp aria-hidden="true" className="size-5" />
          {buttonLabel}
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
              onDone={publish.updateSeen}
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
