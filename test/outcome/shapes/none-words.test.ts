import { describe, expect, it } from 'vitest'
import { readJson, readText } from '../../support/tool-results.ts'

describe('words that say that nothing was found', () => {
  it.each([
    'No matches found',
    '(no matches found)',
    '**no results**',
    '🔍 0 results',
    'No search results found. Please try a different query.',
    'No content found for the provided URL(s).',
    'No open pull requests.',
    'You have no meetings today.',
    'I could not find any orders.',
    'The search returned no results.',
    'Your search did not match any documents.',
    'User not found',
    'Not found',
    'Total: 0',
    '\nTotal: 0 files, 0 directories\nCombined size: 0 B',
    'Found 0 files.',
    '# Event Not Found\n\nThe event could not be found in this project.',
    '# Results for "x"\n\n**Project**: web\n\nNo results found.\n\n## Next steps\n\n- Try again\n',
    '<error>No more content available.</error>',
    'Keine Treffer gefunden.',
    'Aucun résultat trouvé.',
    'No se encontraron resultados.',
    'Nessun risultato trovato.',
    ' id | name \n----+------\n(0 rows)\n',
    'Empty set (0.00 sec)',
    'No resources found in default namespace.',
    '未找到匹配的结果',
    '該当なし',
  ])('%j', (text) => {
    expect(readText(text)).toMatchObject({ status: 'found_none', reason: 'prose_none' })
  })

  it('as the message of an object that holds numbers only', () => {
    const value = { message: 'No failed jobs found', run_id: 1, total_jobs: 12, failed_jobs: 0 }
    expect(readJson(value)).toMatchObject({
      status: 'found_none',
      count: 0,
      coverage: { status: 'complete' },
    })
    expect(readJson({ message: 'No replies yet', body: 'Hi', sender: 'Ann', at: '9:00' }).status).toBe(
      'found',
    )
  })

  it.each([
    'The museum reports that no results of the excavation were found to contradict the earlier dating.',
    'No. 5 is the best perfume.',
    'No one knows what the issue is.',
    'No data scientist was hired in 2025; the board plans three for 2026.',
    'Zero Trust is a security model in which nobody is believed.',
    '0.5 results per user on average',
    'There are no roads in the old town, so goods come by boat. Each house has a landing stage.',
    'None of the above options is valid, choose B.',
    'Keine Angst vor Fehlern',
    'Checked in at 9. Breakfast found wanting.',
  ])('%j is content', (text) => {
    expect(readText(text).status).toBe('found')
  })

  it('from an action they are its report', () => {
    expect(readText('No matches found', { effect: 'write' }).status).toBe('completed')
  })
})
