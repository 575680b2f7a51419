/** What a key of a result can stand for. The values found are kept under these names. */
export type Role =
  | 'count'
  | 'strongCount'
  | 'total'
  | 'totalBox'
  | 'scanned'
  | 'failedParts'
  | 'dispatched'
  | 'returned'
  | 'remaining'
  | 'changed'
  | 'statement'
  | 'ageMs'
  | 'maxAgeMs'
  | 'statusNumber'
  | 'exitCode'
  | 'cursor'
  | 'hasMore'
  | 'nextLink'
  | 'page'
  | 'totalPages'
  | 'observedAt'
  | 'isLast'
  | 'truncated'
  | 'incomplete'
  | 'complete'
  | 'timedOut'
  | 'stale'
  | 'ok'
  | 'exists'
  | 'error'
  | 'errors'
  | 'hasErrors'
  | 'code'
  | 'status'
  | 'message'
  | 'words'
  | 'stdout'
  | 'stderr'
  | 'stopReason'
  | 'identity'
  | 'aboutCall'
  | 'cutFields'
  | 'unprocessed'
  | 'failures'
  | 'kind'
  | 'shards'
  | 'note'
  | 'standIn'
  | 'container'
  | 'blankContainer'
  | 'sums'
  | 'annex'
  | 'sideList'
  | 'list'

export type Names = Readonly<Record<string, Role>>

function names(rows: Partial<Record<Role, string>>): Names {
  const out: Record<string, Role> = Object.create(null)
  for (const [role, keys] of Object.entries(rows)) {
    for (const key of keys.split(' ')) out[key] = role as Role
  }
  return out
}

/** What numbers are called. Keys in snake_case; other spellings are brought to it first. */
export const NUMBERS = names({
  scanned: 'out_of',
  count: 'count row_count item_count returned_count records_count',
  strongCount:
    'matches matched match_count matches_count matched_count result_count results_count num_results number_of_results hit_count hits found total_matched total_matches matching',
  total:
    'total total_count total_results total_hits total_items total_rows total_records total_size total_elements total_found num_found nb_hits estimated_total_hits result_size_estimate',
  ok: 'ok',
  page: 'page current_page page_number page_index',
  totalPages: 'total_pages pages page_count nb_pages num_pages last_page',
  identity: 'id uid',
  cursor: 'next_offset next_page next_page_number next_start next_index',
  remaining: 'remaining remaining_count remaining_item_count remaining_items',
  statusNumber: 'status status_code http_status http_status_code error',
  code: 'code error_code err_code errno errcode',
  exitCode: 'exit_code exit_status return_code returncode',
  dispatched: 'launched dispatched started requested expected spawned',
  returned: 'returned completed received responded answered',
  changed:
    'affected_rows rows_affected affected affected_count changes changed_rows rows_changed modified_count inserted_count updated_count deleted_count upserted_count num_dml_affected_rows',
  aboutCall:
    'duration took elapsed latency timestamp offset limit per_page page_size max_results start_at version',
})

/** What booleans are called. Keys in snake_case; other spellings are brought to it first. */
export const FLAGS = names({
  hasMore: 'has_more has_next has_next_page more more_available more_results has_more_results',
  isLast: 'last is_last is_last_page last_page end_of_list',
  truncated: 'truncated is_truncated was_truncated cut',
  incomplete: 'incomplete incomplete_results incomplete_search partial is_partial partial_results',
  complete: 'complete is_complete job_complete exhaustive',
  timedOut: 'timed_out timedout terminated_early',
  hasErrors: 'errors has_errors had_errors',
  stale: 'stale is_stale',
  ok: 'ok success successful succeeded is_success',
  exists: 'exists found exist is_found',
  standIn: 'is_default is_fallback fallback used_default used_fallback default_used',
  aboutCall: 'cached cache_hit from_cache dry_run',
})

/** What texts are called. Keys in snake_case; other spellings are brought to it first. */
export const TEXTS = names({
  cursor:
    'next_cursor next_page_token next_token continuation_token continuation continue next_marker next_page next_page_url next_link next_url odata_next_link next_offset next_records_url',
  nextLink: 'next',
  error: 'error err error_message error_msg errmsg error_description failure exception fault',
  code: 'code error_code err_code error_name error_key',
  status: 'status state',
  message: 'message msg description reason detail title_message',
  words: 'result output text content answer response value data summary report markdown body',
  stdout: 'stdout',
  stderr: 'stderr',
  stopReason: 'finish_reason stop_reason finish',
  observedAt: 'observed_at as_of last_updated last_updated_at updated_at cached_at fetched_at retrieved_at',
  note: 'note warning notice hint remark comment',
  kind: 'type kind error_type code_name',
  identity: 'id uuid guid name title slug email username',
  aboutCall:
    'documentation_url doc_url docs_url more_info info_url help_url correlation_id served_by servedby url uri path object namespace jsonrpc request_id trace_id timestamp time duration took elapsed server version api_version query q search search_term keyword resolved_search_type',
  statement: 'command',
})

/** What lists are called. Keys in snake_case; other spellings are brought to it first. */
export const LISTS = names({
  list: 'results items data rows records entries hits documents docs nodes edges values matches findings list objects elements result members resources collection entities issues events search_results organic_results bindings features value search content first_batch',
  errors: 'errors error_messages',
  failures: 'failures failed failed_items failed_sources failed_records unavailable unreachable',
  cutFields: 'truncated_fields cut_fields shortened_fields',
  unprocessed: 'unprocessed unprocessed_items unprocessed_keys unprocessed_records skipped_sources',
  sideList:
    'suggestions facets warnings notices notes missing related links aggregations filters columns fields headers sources citations references did_you_mean next_steps errors_list debug',
})

/** What objects are called. Keys in snake_case; other spellings are brought to it first. */
export const OBJECTS = names({
  totalBox: 'total',
  container: 'data result response payload body output results hits value search',
  annex:
    'page_info pagination paging page meta metadata usage summary_stats search_metadata response_metadata response_header searchinfo search_information pageable statistics cursor links stats',
  sums: 'aggregations aggs facets facet_counts',
  cursor: 'last_evaluated_key next_cursor next_page next start_after',
  unprocessed: 'unprocessed unprocessed_items unprocessed_keys',
  shards: 'shards',
  error: 'error err failure exception fault',
  errors: 'errors',
})
