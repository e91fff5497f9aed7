// Reads the fields of a request, has them handled and writes the answer: what the dispatch, which
// is generated from dsl/contract, does for every request.
#pragma once

#include "contract.h"

namespace ens::link {

// For requests that are answered with a status alone.
template <class Fields, class Reader, class Handler>
Status answer_to(Reader& in, Handler& handler) {
  Fields fields;
  return read(in, fields) ? handler.handle(fields) : Status::kBadBody;
}

// An answer is written only where the status is kOk.
template <class Fields, class Answer, class Reader, class Writer, class Handler>
Status answer_to(Reader& in, Writer& out, Handler& handler) {
  Fields fields;
  if (!read(in, fields)) return Status::kBadBody;
  Answer answer;
  const Status status = handler.handle(fields, answer);
  if (status == Status::kOk) write(out, answer);
  return status;
}

}  // namespace ens::link
