-- What an author does in Neovim with `stickslip lsp`, without a screen: opens a study, reads its diagnostics, completes,
-- renames, formats, runs. Prints a line for each; works with versions from 0.7 on.
--   nvim --headless -u NONE -n --cmd "let g:program = 'PATH'" -c "luafile neovim.lua" STUDY

local function say(what, text)
  io.stdout:write(what .. ": " .. tostring(text):gsub("\n", "|") .. "\n")
end

local function wait(condition)
  return vim.wait(20000, condition, 20)
end

local function fail(why)
  say("failed", why)
  vim.cmd("cquit 1")
end

local ended
local client = vim.lsp.start_client({
  name = "stickslip",
  cmd = { vim.g.program, "lsp" },
  root_dir = vim.fn.getcwd(),
  on_exit = function(code)
    ended = code
  end,
})
local buffer = vim.api.nvim_get_current_buf()
vim.bo.filetype = "comm"
vim.lsp.buf_attach_client(buffer, client)

local function text()
  return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, true), "\n")
end

local function ask(method, params)
  local answers = vim.lsp.buf_request_sync(buffer, method, params, 20000)
  if not answers or not answers[client] then
    fail(method .. " was not answered")
  end
  local answer = answers[client]
  if answer.error or answer.err then
    fail(method .. ": " .. vim.inspect(answer.error or answer.err))
  end
  return answer.result
end

local function here(line, word)
  local row = vim.api.nvim_buf_get_lines(buffer, line, line + 1, true)[1]
  vim.api.nvim_win_set_cursor(0, { line + 1, row:find(word, 1, true) - 1 })
  local encoding = vim.lsp.get_client_by_id(client).offset_encoding
  return vim.lsp.util.make_position_params(0, encoding)
end

-- Diagnostics.
if not wait(function() return #vim.diagnostic.get(buffer) > 0 end) then
  fail("no diagnostics")
end
for _, found in ipairs(vim.diagnostic.get(buffer)) do
  say("diagnostic", string.format("%d:%d %s", found.lnum, found.col, (found.message:gsub("\n.*", ""))))
end

-- Completion mends the misspelt keyword: the item replaces what stands there.
local params = here(3, "VALE")
params.position.character = params.position.character + #"VALE"
params.context = { triggerKind = 1 }
vim.api.nvim_buf_set_text(buffer, 3, vim.api.nvim_win_get_cursor(0)[2], 3, vim.api.nvim_win_get_cursor(0)[2] + #"VALEE=", { "VALE" })
local items = ask("textDocument/completion", params).items
say("offered", items[1].label .. ", " .. items[1].detail)
vim.lsp.util.apply_text_edits({ items[1].textEdit }, buffer, "utf-16")
say("completed", vim.api.nvim_buf_get_lines(buffer, 3, 4, true)[1])
if not wait(function() return #vim.diagnostic.get(buffer) == 0 end) then
  fail("diagnostics stay")
end
say("diagnostics", #vim.diagnostic.get(buffer))

-- Hover.
say("hover", ask("textDocument/hover", here(3, "DEFI")).contents.value:match("[^\n]*"))

-- A rename, behind letters of several units.
here(2, "é")
vim.lsp.buf.rename("stiffness")
if not wait(function() return text():find("stiffness = 1.3", 1, true) end) then
  fail("not renamed")
end
say("renamed", vim.api.nvim_buf_get_lines(buffer, 3, 4, true)[1])

-- Formatting.
if vim.lsp.buf.format then
  vim.lsp.buf.format({ async = false, timeout_ms = 20000 })
else
  vim.lsp.buf.formatting_sync(nil, 20000)
end
say("formatted", text())

-- A run, and the verdict above its assertion.
vim.cmd("silent write")
local whole = { textDocument = vim.lsp.util.make_text_document_params(buffer) }
for _, lens in ipairs(ask("textDocument/codeLens", whole)) do
  say("lens", lens.command.title)
end
local run = ask("workspace/executeCommand", { command = "stickslip.run", arguments = { whole.textDocument.uri } })
say("run", run.status)
for _, lens in ipairs(ask("textDocument/codeLens", whole)) do
  say("lens", lens.range.start.line .. " " .. lens.command.title)
end

vim.lsp.get_client_by_id(client).stop()
wait(function() return ended ~= nil end)
say("ended", ended)
vim.cmd("qall!")
